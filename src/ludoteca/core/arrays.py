"""The types of kernels' arguments."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

State = Any
"""A NumPy record of a game's dtype, or an array of them; kernels change it in place."""
Observation = Any
"""A NumPy record of an encoding's dtype."""
Array = NDArray[Any]
Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
Bytes = NDArray[np.int8]
