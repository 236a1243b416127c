"""Recorded episodes, in memory and in HDF5 files."""

from .episode_data import EpisodeData
from .file_handler import DatasetFileHandlerBase
from .hdf5_file_handler import HDF5DatasetFileHandler

__all__ = ["DatasetFileHandlerBase", "EpisodeData", "HDF5DatasetFileHandler"]
