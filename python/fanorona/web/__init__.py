"""The page in the browser, served to one's own machine by ``fanorona serve``.

Needs the extra ``web``. The server keeps no games: each request carries the whole game, which is
replayed on a ``Board``, and the answer says all that the page shows. So a page outlives the server,
and the rules stand in one place.
"""
