"""Many deals and games at once: lay out, play, show and count them, a step for all deals at a time."""
