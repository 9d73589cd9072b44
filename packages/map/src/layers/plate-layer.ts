// Plates with labels at a few dozen places (weather, reported burnings). All are redrawn when the marks change and when the camera has come
// to rest.
import {
  type Billboard,
  BillboardCollection,
  Cartesian2,
  Cartesian3,
  Color,
  HorizontalOrigin,
  LabelCollection,
  VerticalOrigin,
} from 'cesium';
import type { HeightBand } from '../bands.ts';
import { screenPositionOf } from '../engine/pick.ts';
import type { Picked, RestingView } from '../engine/types.ts';
import { BELOW_ALARMS, type Depth } from './depth.ts';
import { boxAround, labelBox, type ScreenBox, withRoom } from './labels.ts';
import type { Layer } from './layer.ts';
import { IMAGE_SCALE } from './sheet.ts';

/** Plates with the same name share a picture. */
export interface PlateImage {
  readonly name: string;
  readonly canvas: HTMLCanvasElement;
}

/** A mark as drawn from the camera's resting view. */
export interface Plate {
  readonly lng: number;
  readonly lat: number;
  /** null: label only. */
  readonly image: PlateImage | null;
  /** Radians, counter-clockwise on the screen. */
  readonly rotation?: number;
  /** null: none. Also omitted where it would cover another label. */
  readonly text: string | null;
  /** What picking this mark returns. */
  readonly pick?: Picked;
}

interface PlateLayerOptions<Mark> {
  readonly id: string;
  readonly heights: HeightBand;
  /** Default: below alarms. */
  readonly depth?: Depth;
  readonly plateOf: (mark: Mark, view: Pick<RestingView, 'heightMetres' | 'headingDegrees'>) => Plate;
}

const FONT = '13px "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui';
const INK = Color.fromCssColorString('#e6edf7');
const PAPER = Color.fromCssColorString('#0d1626').withAlpha(0.85);
const BESIDE = new Cartesian2(18, 0);

/** apply(marks) replaces all marks. */
export const plateLayer = <Mark>({ id, heights, depth = BELOW_ALARMS, plateOf }: PlateLayerOptions<Mark>): Layer<readonly Mark[]> => ({
  id,
  heights,
  mount: ({ scene, markRoom, heightAt, onSettled, requestFrame }) => {
    const pictures = scene.primitives.add(new BillboardCollection({ scene })) as BillboardCollection;
    const labels = scene.primitives.add(new LabelCollection({ scene })) as LabelCollection;
    let marks: readonly Mark[] = [];
    let view = { heightMetres: Number.POSITIVE_INFINITY, headingDegrees: 0 };
    let plated: readonly { readonly lng: number; readonly lat: number; readonly heightMetres: number; readonly text: string | null }[] = [];
    const boxes = (): ScreenBox[] =>
      plated.flatMap(({ lng, lat, heightMetres, text }) => {
        const at = pictures.show ? screenPositionOf(scene, lng, lat, heightMetres) : null;
        if (at === null) return [];
        return text === null ? [boxAround(at)] : [boxAround(at), labelBox(at, text)];
      });

    /** One per plate, in order. Reused, because a new billboard has no picture until Cesium has loaded it. */
    const drawn: { readonly billboard: Billboard; image: string | null }[] = [];
    const put = (index: number, position: Cartesian3, { image, rotation = 0, pick }: Plate): void => {
      let at = drawn[index];
      if (!at) {
        at = { billboard: pictures.add({ position, scale: IMAGE_SCALE, ...depth }), image: null };
        drawn[index] = at;
      }
      const { billboard } = at;
      Object.assign(billboard, { position, rotation, id: pick, show: image !== null });
      if (image === null || image.name === at.image) return;
      at.image = image.name;
      billboard.setImage(image.name, image.canvas as unknown as HTMLImageElement);
    };

    const draw = (): void => {
      labels.removeAll();
      const plates = marks.map((mark) => {
        const plate = plateOf(mark, view);
        return { ...plate, heightMetres: heightAt(plate.lng, plate.lat) ?? 0 };
      });
      const withText = withRoom(
        plates.flatMap(({ lng, lat, heightMetres, text }, index) => {
          const at = text === null ? null : screenPositionOf(scene, lng, lat, heightMetres);
          return at && text !== null ? [{ id: String(index), ...at, label: text }] : [];
        }),
      );
      plated = plates.map(({ lng, lat, heightMetres, text }, index) => ({
        ...{ lng, lat, heightMetres },
        text: withText.has(String(index)) ? text : null,
      }));
      for (const one of drawn.splice(plates.length)) pictures.remove(one.billboard);
      for (const [index, plate] of plates.entries()) {
        const { lng, lat, heightMetres, text, pick } = plate;
        const position = Cartesian3.fromDegrees(lng, lat, heightMetres);
        put(index, position, plate);
        if (text === null || !withText.has(String(index))) continue;
        labels.add({
          position,
          text,
          font: FONT,
          fillColor: INK,
          showBackground: true,
          backgroundColor: PAPER,
          id: pick,
          pixelOffset: BESIDE,
          horizontalOrigin: HorizontalOrigin.LEFT,
          verticalOrigin: VerticalOrigin.CENTER,
          ...depth,
        });
      }
    };
    const stops = [
      onSettled((rested) => {
        view = rested;
        if (marks.length === 0) return;
        draw();
        requestFrame();
      }),
      markRoom.add(boxes),
    ];

    return {
      apply: (next) => {
        marks = next;
        draw();
      },
      show: (visible) => {
        pictures.show = visible;
        labels.show = visible;
      },
      destroy: () => {
        for (const stop of stops) stop();
        scene.primitives.remove(pictures);
        scene.primitives.remove(labels);
      },
    };
  },
});
