// A layer of marks drawn from the shared picture sheet: unhandled alarms, or fires in progress. Takes changes one mark at a time.
import type { HeightBand } from '../../bands.ts';
import type { Layer } from '../layer.ts';
import { placePictures } from '../placed-pictures.ts';
import { ATLAS, imageOf } from './atlas.ts';
import type { AlarmMark, MarkChange } from './mark.ts';

/** `now` re-colours by age; `change` adds, moves, removes. */
export type MarkLayerChange = { readonly change: MarkChange } | { readonly now: Date };

export interface MarkLayerOptions {
  readonly id: string;
  readonly heights: HeightBand;
  readonly pickKind: 'alarm' | 'fire';
  /** Which marks belong to this layer; one that no longer does is taken out. */
  readonly wants: (mark: AlarmMark) => boolean;
  readonly sheet: HTMLCanvasElement;
  readonly now: Date;
}

export function markLayer(options: MarkLayerOptions): Layer<MarkLayerChange> {
  return {
    id: options.id,
    heights: options.heights,
    mount: (host) => {
      let { now } = options;
      const pictures = placePictures<AlarmMark, (typeof ATLAS.images)[number]>(host, {
        sheet: ATLAS,
        canvas: options.sheet,
        imageOf: (mark) => imageOf(mark, now),
        pickKind: options.pickKind,
      });
      return {
        apply: (change) => {
          if ('now' in change) {
            now = change.now;
            pictures.redraw();
            return;
          }
          for (const id of change.change.removals) pictures.drop(id);
          for (const mark of change.change.upserts) {
            if (options.wants(mark)) pictures.put(mark);
            else pictures.drop(mark.id);
          }
        },
        show: pictures.show,
        destroy: pictures.destroy,
      };
    },
  };
}
