// The peer page of `npm run bench -- load`: Cesium's own Viewer with its default widgets and bundled imagery, nothing else.
import { ImageryLayer, TileMapServiceImageryProvider, Viewer } from 'cesium';
import 'cesium/Build/Cesium/Widgets/widgets.css';

Object.assign(globalThis, { CESIUM_BASE_URL: '/cesium/' });
const baseLayer = ImageryLayer.fromProviderAsync(TileMapServiceImageryProvider.fromUrl('/cesium/Assets/Textures/NaturalEarthII/'), {});
const { scene } = new Viewer('globe', { baseLayer, baseLayerPicker: false, geocoder: false, msaaSamples: 1 });
const unlisten = scene.postRender.addEventListener(() => {
  if (!scene.globe.tilesLoaded) return;
  unlisten();
  document.body.dataset.state = 'ready';
});
