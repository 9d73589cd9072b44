// How the terrain is drawn: Natural Earth II (bundled with Cesium) far out, our own relief nearer with a tint of land cover, contour lines
// over all. A mesh from the installation's own server (TERRAIN_URL) is used as long as it responds; base maps lie above.
import { buildModuleUrl, Color, ImageryLayer, Material, type Scene, TileMapServiceImageryProvider } from 'cesium';
import { coverProvider, reliefProvider } from '../relief/imagery.ts';
import { contourStep, type GroundLegend, type GroundLook, legendOf, USUAL_GROUND_LOOK } from '../relief/look.ts';
import { createPainter } from '../relief/painter.ts';
import { createCoverTiles } from '../terrain/cover-tiles.ts';
import { addOutsideTerrain } from '../terrain/outside.ts';
import { createTerrainProvider } from '../terrain/provider.ts';
import type { TerrainTiles } from '../terrain/tiles.ts';
import { restingView } from './camera.ts';
import type { OutsideGround } from './types.ts';

/**
 * The relief starts at this terrain level: further out only the far imagery is visible, and elevation of the whole world need not be
 * loaded.
 */
const RELIEF_FROM_LEVEL = 4;

/** The far imagery, the relief and the land cover are the lowest layers; base maps of outside services begin above them. */
export const OWN_GROUND_LAYERS = 3;

interface Ground {
  /** Requests mesh and imagery again, after missing tiles became available or the terrain was replaced. */
  readonly refresh: () => void;
  readonly setLook: (look: GroundLook) => void;
  readonly legend: () => GroundLegend;
  /** Called when the camera rests: the contour interval follows its height. */
  readonly rested: (metresPerPixel: number) => void;
  readonly setOutside: (outside: OutsideGround) => void;
  /** Whether the mesh comes from an outside server: then our own tiles do not give the height of the drawn terrain. */
  readonly isMeshFromOutside: () => boolean;
  readonly stop: () => void;
}

interface GroundDeps {
  readonly tiles: TerrainTiles;
  /** Fetch that carries the session (Authorization header). */
  readonly fetch: (url: string) => Promise<Response>;
  /** Called when the land cover on the server has changed. */
  readonly onStale: () => void;
  readonly requestFrame: () => void;
}

export function createGround(scene: Scene, { tiles, fetch, onStale, requestFrame }: GroundDeps): Ground {
  const painter = createPainter(requestFrame);
  const layers = scene.imageryLayers;
  let look = USUAL_GROUND_LOOK;
  let stopOutside = () => {};
  let outsideMesh = false;

  const far = ImageryLayer.fromProviderAsync(TileMapServiceImageryProvider.fromUrl(buildModuleUrl('Assets/Textures/NaturalEarthII')));
  // Dark and desaturated, so that only alarms are bright.
  far.brightness = 0.42;
  far.saturation = 0.45;
  far.contrast = 1.15;
  layers.add(far);

  const reliefLayer = () => new ImageryLayer(reliefProvider(tiles, painter, look), { minimumTerrainLevel: RELIEF_FROM_LEVEL });
  let near = reliefLayer();
  layers.add(near);

  /** Without land cover, an empty layer that occupies its place in the order. */
  const coverLayer = (): ImageryLayer => {
    const { cover } = tiles.ground();
    if (cover === undefined) return new ImageryLayer(undefined, { show: false });
    const covers = createCoverTiles(cover, { fetch, onStale });
    return new ImageryLayer(coverProvider(covers, painter), { minimumTerrainLevel: cover.minLevel, show: look.cover });
  };
  let cover = coverLayer();
  layers.add(cover);

  const replaced = (old: ImageryLayer, next: ImageryLayer): ImageryLayer => {
    const index = layers.indexOf(old);
    layers.remove(old, true);
    layers.add(next, index);
    return next;
  };
  const drawRelief = (): void => {
    near = replaced(near, reliefLayer());
  };
  const drawOwnMesh = (): void => {
    outsideMesh = false;
    scene.terrainProvider = createTerrainProvider(tiles);
  };
  const drawContours = (metresPerPixel: number): void => {
    const step = look.contours ? contourStep(metresPerPixel) : null;
    const { material } = scene.globe;
    if ((material?.uniforms.spacing ?? null) === step) return;
    if (step === null) scene.globe.material = undefined;
    else if (material) material.uniforms.spacing = step;
    else scene.globe.material = contourMaterial(step);
    requestFrame();
  };
  drawOwnMesh();

  return {
    refresh: () => {
      if (!outsideMesh) drawOwnMesh();
      drawRelief();
      cover = replaced(cover, coverLayer());
    },
    setLook: (next) => {
      const isPaintedAnew = next.shading !== look.shading || next.heightColours !== look.heightColours;
      look = next;
      if (isPaintedAnew) drawRelief();
      cover.show = look.cover && tiles.ground().cover !== undefined;
      drawContours(restingView(scene).metresPerPixel);
      requestFrame();
    },
    legend: () => legendOf(look, restingView(scene).metresPerPixel),
    rested: drawContours,
    setOutside: ({ terrainUrl, onTrouble }) => {
      stopOutside();
      if (outsideMesh) drawOwnMesh();
      stopOutside = addOutsideTerrain(terrainUrl, {
        put: (provider) => {
          outsideMesh = true;
          scene.terrainProvider = provider;
          requestFrame();
        },
        takeBack: () => {
          drawOwnMesh();
          requestFrame();
        },
        onTrouble,
      });
    },
    isMeshFromOutside: () => outsideMesh,
    stop: () => {
      stopOutside();
      painter.stop();
    },
  };
}

// Contour lines as a material of the globe: the shader draws them from the height of the mesh, so they are sharp at every distance, the
// same in 2D, 3D and Columbus view, and lie over any imagery.

/** `isGround` hides lines where the height hardly changes across a pixel: flat water and fields have none, whatever their height. */
const SHADER = `
czm_material czm_getMaterial(czm_materialInput materialInput)
{
  czm_material material = czm_getDefaultMaterial(materialInput);
  float height = materialInput.height;
  float rate = fwidth(height);
  float steps = height / spacing;
  float away = abs(steps - floor(steps + 0.5)) * spacing / max(rate, 0.0001);
  float fifth = abs(steps / 5.0 - floor(steps / 5.0 + 0.5)) < 0.1 ? 1.0 : 0.0;
  float halfWidth = mix(0.5, 1.0, fifth);
  float line = 1.0 - smoothstep(halfWidth, halfWidth + 0.9, away);
  float isGround = step(0.5 * spacing, height) * step(0.001, rate) * (1.0 - step(0.5 * spacing, rate));
  material.diffuse = color.rgb;
  material.alpha = color.a * mix(0.6, 1.0, fifth) * line * isGround;
  return material;
}`;

const COLOUR = '#e8d9b0';

function contourMaterial(spacingMetres: number): Material {
  return new Material({
    fabric: {
      type: 'LookoutContours',
      uniforms: { spacing: spacingMetres, color: Color.fromCssColorString(COLOUR).withAlpha(0.55) },
      source: SHADER,
    },
    translucent: false,
  });
}
