"""Soft bodies: tetrahedral finite elements, solved by Newton's vertex block descent beside the rigid bodies."""
