"""Who is fastest, and how sure that is: times of one number of cores."""
