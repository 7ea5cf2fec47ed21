"""Phoenix: its pictures: the drawing, the words, and the board of characters."""
