"""Import names of Isaac Gym, served by pippin.gym. torch may be imported before or after."""

from pippin_isaac.served import serve

serve(__name__)
