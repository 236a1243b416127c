"""The methods of Gym by topic: each checks what it is given and passes it on."""
