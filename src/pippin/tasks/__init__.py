"""Tasks that robots learn, registered with Gymnasium under the names that Isaac Lab gives them."""
