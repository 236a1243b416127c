"""Tests of RMPflow."""
