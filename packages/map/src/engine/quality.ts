// Office machines without a graphics card draw in software: there antialiasing, atmosphere and fine meshes are left out.
import type { CesiumWidget, Scene } from 'cesium';

/** Renderers that draw on the processor. */
const SOFTWARE = /swiftshader|llvmpipe|software|basic render/i;

export function drawsInSoftware(canvasFactory: () => HTMLCanvasElement = () => document.createElement('canvas')): boolean {
  const gl = canvasFactory().getContext('webgl2');
  if (!gl) return true;
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const renderer = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  // Browsers allow few contexts; this one is given back at once.
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return SOFTWARE.test(renderer);
}

export function setQuality(scene: Scene, inSoftware: boolean): void {
  scene.globe.maximumScreenSpaceError = inSoftware ? 3 : 2;
  scene.globe.tileCacheSize = 200;
  scene.fog.enabled = !inSoftware;
  scene.globe.showGroundAtmosphere = !inSoftware;
  if (scene.skyAtmosphere) scene.skyAtmosphere.show = !inSoftware;
  scene.highDynamicRange = false;
}

/** Never more pixels than the screen has: a page that is zoomed out to half would be drawn four times over. @returns stop */
export function keepResolution(widget: Pick<CesiumWidget, 'resolutionScale'>): () => void {
  const set = (): void => {
    widget.resolutionScale = Math.min(1, globalThis.devicePixelRatio || 1);
  };
  set();
  // Zooming a page is a change of its size, too.
  globalThis.addEventListener('resize', set);
  return () => globalThis.removeEventListener('resize', set);
}
