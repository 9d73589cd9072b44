// What scans uploads.

/** The value of UPLOAD_SCANNER: the program and its arguments, or the address of an ICAP service. */
export type ScannerChoice = { readonly command: readonly [program: string, ...args: string[]] } | { readonly icap: string };
