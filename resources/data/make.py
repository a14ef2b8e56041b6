#!/usr/bin/env python3
"""Writes digits.npz and breast_cancer.npz from the figures that come with scikit-learn (see resources/LICENSES.md).

usage: make.py   (needs numpy and scikit-learn; the files are committed)"""
import pathlib
import numpy as np
from sklearn.datasets import load_breast_cancer, load_digits

here = pathlib.Path(__file__).parent
x, y = load_digits(return_X_y=True)
np.savez_compressed(here / "digits.npz", x=x.astype(np.uint8), y=y.astype(np.uint8))  # counts 0..16, classes 0..9
x, y = load_breast_cancer(return_X_y=True)
np.savez_compressed(here / "breast_cancer.npz", x=x, y=y.astype(np.uint8))  # 0 malignant, 1 benign
