"""A plan measured launch by launch, here or inside the allocation of a job."""
