"""What robots do: actions of single articulations, and what turns motion generation into them."""
