declare module '@region' {
  /** The region of this build (build/region-module.ts). */
  export const region: import('@lookout/region').Region;
}
