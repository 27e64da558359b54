"""Choose the compile options of every kernel, once."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., Any])


def njit(function: F) -> F:
    """Compile `function` for one thread; keep the machine code on disk."""
    return cast(F, numba.njit(cache=True, error_model="numpy", nogil=True)(function))


def pjit(function: F) -> F:
    """Compile `function` for several threads (`numba.prange`); keep the machine code on disk."""
    return cast(F, numba.njit(cache=True, error_model="numpy", nogil=True, parallel=True)(function))
