// The peer page of `npm run bench -- markers`, as Cesium's documentation shows it: one entity with a picture per point, and EntityCluster.
import { Cartesian3, Math as CesiumMath, CesiumWidget, CustomDataSource } from 'cesium';
import { flyBy, handfuls, heightAt, type MarkerPage, MIDDLE, type Point, pointsOf } from './points.ts';

Object.assign(globalThis, { CESIUM_BASE_URL: '/cesium/' });
const widget = new CesiumWidget(document.querySelector<HTMLElement>('#globe') as HTMLElement, {
  baseLayer: false,
  skyBox: false,
  msaaSamples: 1,
});
const { scene } = widget;
let frames = 0;
scene.postRender.addEventListener(() => {
  frames++;
});
const setHeight = (metres: number): void =>
  scene.camera.setView({
    destination: Cartesian3.fromDegrees(MIDDLE.lng, MIDDLE.lat, metres),
    orientation: { heading: 0, pitch: -CesiumMath.PI_OVER_TWO, roll: 0 },
  });
setHeight(heightAt(0));

function triangle(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = 32;
  canvas.height = 32;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no 2d canvas');
  pen.moveTo(16, 2);
  pen.lineTo(30, 28);
  pen.lineTo(2, 28);
  pen.fillStyle = '#ff7a1a';
  pen.fill();
  return canvas;
}

const image = triangle();
const source = new CustomDataSource('points');
source.clustering.enabled = true;
source.clustering.pixelRange = 40;
const ready = widget.dataSources.add(source);

let points: Point[] = [];
const page: MarkerPage = {
  show: async (count) => {
    await ready;
    points = pointsOf(count);
    source.entities.suspendEvents();
    for (const { id, lng, lat } of points) source.entities.add({ id, position: Cartesian3.fromDegrees(lng, lat), billboard: { image } });
    source.entities.resumeEvents();
    // Visualizers process new entities in the next update; clusters follow one frame later.
    const target = frames + 2;
    while (frames < target || !widget.dataSourceDisplay.ready) await new Promise(requestAnimationFrame);
  },
  zoom: (milliseconds) => flyBy(milliseconds, setHeight, () => frames),
  change: (aSecond, milliseconds) =>
    handfuls(milliseconds, (n) => {
      const size = aSecond / 10;
      for (let i = 0; i < size; i++) {
        const point = points[(n * size + i) % points.length] as Point;
        const entity = source.entities.getById(point.id);
        if (entity) entity.position = Cartesian3.fromDegrees(point.lng + 0.001 * ((n % 3) + 1), point.lat) as never;
      }
    }),
  framesDrawn: () => frames,
  settled: () => scene.globe.tilesLoaded,
};
Object.assign(globalThis, { page });
