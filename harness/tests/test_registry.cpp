/// The drivers of a program.

#include <gtest/gtest.h>

#include <fftbench/registry.hpp>
#include <stdexcept>

#include "expect_error.hpp"

namespace fftbench {
namespace {

class Named : public Driver {
 public:
  explicit Named(std::string name) : name_(std::move(name)) {}
  Description description() const override {
    Description description;
    description.name = name_;
    return description;
  }
  Support supports(const Request&, int) const override { return Support::no("only a name"); }
  std::unique_ptr<Plan> plan(const Request&, MPI_Comm) override { return nullptr; }

 private:
  std::string name_;
};

std::unique_ptr<Driver> red() {
  return std::make_unique<Named>("red");
}
std::unique_ptr<Driver> green() {
  return std::make_unique<Named>("green");
}

TEST(Registry, finds_by_name) {
  Registry registry;
  EXPECT_TRUE(registry.add(red));
  EXPECT_TRUE(registry.add(green));
  EXPECT_EQ(registry.find("green").description().name, "green");
  EXPECT_EQ(registry.drivers().size(), 2u);
}

TEST(Registry, refuses_a_second_driver_of_a_name) {
  Registry registry;
  registry.add(red);
  try {
    registry.add(red);
    FAIL() << "two drivers of one name";
  } catch (const std::logic_error& error) {
    EXPECT_NE(std::string(error.what()).find("'red'"), std::string::npos);
  }
  EXPECT_EQ(registry.drivers().size(), 1u);
}

TEST(Registry, names_the_nearest_known_driver) {
  Registry registry;
  registry.add(red);
  registry.add(green);
  expect_error([&] { registry.find("gren"); }, {"'gren'", "did you mean 'green'?"});
  expect_error([&] { registry.find("heffte"); }, {"'heffte'", "known: red, green"});
}

TEST(Registry, releases_its_drivers) {
  Registry registry;
  registry.add(red);
  registry.release();
  EXPECT_TRUE(registry.drivers().empty());
}

TEST(Support, tells_why_not) {
  EXPECT_TRUE(Support::yes());
  const Support no = Support::no("needs an even size");
  EXPECT_FALSE(no);
  EXPECT_EQ(no.reason(), "needs an even size");
}

}  // namespace
}  // namespace fftbench
