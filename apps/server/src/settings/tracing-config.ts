// Where traces are sent.

/** Where spans are sent, and which; names and defaults are OpenTelemetry's. */
export interface TracingConfig {
  /** The URL for OTLP over HTTP, without `/v1/traces`. */
  readonly endpoint: string;
  readonly serviceName: string;
  readonly sampler: SamplerName;
  /** The ratio of the `traceidratio` samplers, 0 to 1. */
  readonly ratio: number;
}

export const SAMPLER_NAMES = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof SAMPLER_NAMES)[number];
