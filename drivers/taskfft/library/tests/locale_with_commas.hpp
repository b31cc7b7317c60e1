#pragma once
/// The program's locale, as applications set it for what they show to people.

#include <locale>

namespace taskfft::testing_support {

/// As long as it lives, streams write 1,000 for a thousand, and take "0,64" for a number.
class LocaleWithCommas {
 public:
  LocaleWithCommas()
      : before_(std::locale::global(std::locale(std::locale::classic(), new Commas))) {}
  ~LocaleWithCommas() { std::locale::global(before_); }
  LocaleWithCommas(const LocaleWithCommas&) = delete;
  LocaleWithCommas& operator=(const LocaleWithCommas&) = delete;

 private:
  struct Commas : std::numpunct<char> {  // the locale owns it
    char do_thousands_sep() const override { return ','; }
    std::string do_grouping() const override { return "\3"; }
  };

  std::locale before_;
};

}  // namespace taskfft::testing_support
