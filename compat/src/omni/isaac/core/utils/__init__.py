"""Older names of isaacsim.core.utils: import the module that you need."""
