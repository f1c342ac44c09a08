"""``python -m fanorona``."""

import sys

from fanorona.cli import main

sys.exit(main())
