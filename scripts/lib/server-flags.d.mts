export const serverFlags: readonly string[];
export const compileCache: { readonly NODE_COMPILE_CACHE: string };
