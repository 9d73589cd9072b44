/** The npm that started us, run by our own Node; else the one on the path. */
export function npmCommand(): { readonly program: string; readonly args: readonly string[] };
