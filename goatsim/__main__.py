"""``python -m goatsim``: the same as the command ``goatsim``."""

from goatsim.cli import main

if __name__ == "__main__":
    main()
