"""What holds for all tests."""

import signal

from hypothesis import HealthCheck, settings

# Whatever ends the tests, what they have started and mounted ends with them.
signal.signal(signal.SIGTERM, signal.default_int_handler)

# How long an example takes is up to whatever else the machine does; fixtures here make things anew.
NO_FAULT = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
settings.register_profile("patient", deadline=None, suppress_health_check=NO_FAULT)
settings.load_profile("patient")
