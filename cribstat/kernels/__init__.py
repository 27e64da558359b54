"""The engine room: arrays in, arrays out, no checks (numpy and numba only)."""
