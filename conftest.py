"""What holds for all tests."""

from hypothesis import HealthCheck, settings

# How long an example takes is up to whatever else the machine does; fixtures here make things anew.
NO_FAULT = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
settings.register_profile("patient", deadline=None, suppress_health_check=NO_FAULT)
settings.load_profile("patient")
