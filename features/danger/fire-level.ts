// The meaning of a day's index for a duty officer: one of five levels, and the input that drives it.

/** 1 很低 … 5 很高. */
export type FireLevel = 1 | 2 | 3 | 4 | 5;
