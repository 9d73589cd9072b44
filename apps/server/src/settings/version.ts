/** The product's version, used in its documents, its traces and its sealed packages. */
export const VERSION = '0.2.0';
