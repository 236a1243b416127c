"""Tests of path planning."""
