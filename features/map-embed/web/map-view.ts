// What the page of an embedded map displays.
import type { Got } from '@lookout/contract';
import type { mapEmbedCalls } from '../map-embed.calls.ts';

export type MapView = Got<(typeof mapEmbedCalls)['mapView']>;
