"""The Universal Game Interface (UGI): the engine as a server, and a driver for any such engine.

UGI is the protocol of the tournament manager cutegames: UCI as chess engines speak it, and queries
by which a manager that does not know the game asks for its state. One line is one command. A turn
is one word of move text; player one is White.

What this package decides where the protocol leaves it open:

- ``score cp`` is in hundredths of a stone, ``score mate n`` in turns of both players, negative
  where the mover loses, both from the mover's view; ``mate 0`` is a game that is lost already.
- ``bestmove`` and ``response`` have exactly one word after them; where there is no turn to play it
  is ``0000``.
- ``go infinite`` and a bare ``go`` answer only after ``stop``, also if all has been searched.
- The board is as large as the position string says. The options ``Variant`` and ``Rules`` say what
  ``startpos`` is; setting one of them also goes to the start.
- The option ``Contempt`` is what a draw costs the side to move, in hundredths of a stone, from
  -1000 to 1000. It counts in every ``go``: a drawn line has a score so much lower.
- A command that cannot be followed is answered by ``info string error: ...`` and changes nothing.
"""

from fanorona.ugi.clock import Clocks
from fanorona.ugi.driver import UgiEngine
from fanorona.ugi.option import Option

__all__ = ["Clocks", "Option", "UgiEngine"]
