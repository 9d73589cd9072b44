/** Of the product: in its documents, its traces and what it seals. */
export const VERSION = '0.2.0';
