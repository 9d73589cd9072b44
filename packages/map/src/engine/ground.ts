// What the ground looks like: Natural Earth II (bundled with Cesium) far out, our own relief nearer, contour lines over both, and where the
// installation names servers of its own (IMAGERY_URL, TERRAIN_URL) their pictures and mesh for as long as they answer.
import { buildModuleUrl, ImageryLayer, type Scene, TileMapServiceImageryProvider } from 'cesium';
import { contourMaterial } from '../relief/contours.ts';
import { createReliefImagery } from '../relief/imagery.ts';
import { contourStep, type GroundLegend, type GroundLook, legendOf, USUAL_GROUND_LOOK } from '../relief/look.ts';
import { addOutsideImagery, type ImageryLook, type OutsideImagery } from '../relief/outside-imagery.ts';
import { addOutsideTerrain } from '../terrain/outside.ts';
import { createTerrainProvider } from '../terrain/provider.ts';
import type { TerrainTiles } from '../terrain/tiles.ts';
import { restingView } from './camera.ts';
import type { OutsideGround } from './types.ts';

/** The relief begins at this terrain level: further out the far picture is all one sees, and elevation of the whole world is not asked for. */
const RELIEF_FROM_LEVEL = 4;

export interface Ground {
  /** Asks for mesh and pictures again: tiles that were missing, or others, can be had now. */
  readonly refresh: () => void;
  readonly setLook: (look: GroundLook) => void;
  readonly legend: () => GroundLegend;
  /** The camera rests: contour lines take the step that suits its height. */
  readonly rested: (metresPerPixel: number) => void;
  readonly setOutside: (outside: OutsideGround) => void;
  readonly setImageryLook: (look: ImageryLook) => void;
  /** Is the mesh another server's? Then our own tiles do not say how high the drawn ground is. */
  readonly isMeshFromOutside: () => boolean;
  readonly stop: () => void;
}

export function dressGround(scene: Scene, tiles: TerrainTiles, requestFrame: () => void): Ground {
  const relief = createReliefImagery(tiles);
  const layers = scene.imageryLayers;
  let look = USUAL_GROUND_LOOK;
  let outsideStops: Array<() => void> = [];
  let imagery: OutsideImagery | null = null;
  let imageryLook: ImageryLook = { visible: true, opacity: 1 };
  let outsideMesh = false;

  const far = ImageryLayer.fromProviderAsync(TileMapServiceImageryProvider.fromUrl(buildModuleUrl('Assets/Textures/NaturalEarthII')));
  // Subdued to the command room: dark, little colour, so that only alarms are bright.
  far.brightness = 0.42;
  far.saturation = 0.45;
  far.contrast = 1.15;
  layers.add(far);

  const reliefLayer = () => new ImageryLayer(relief.provider(look), { minimumTerrainLevel: RELIEF_FROM_LEVEL });
  let near = reliefLayer();
  layers.add(near);

  const drawRelief = (): void => {
    const index = layers.indexOf(near);
    layers.remove(near, true);
    near = reliefLayer();
    layers.add(near, index);
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
    },
    setLook: (next) => {
      const isPaintedAnew = next.shading !== look.shading || next.heightColours !== look.heightColours;
      look = next;
      if (isPaintedAnew) drawRelief();
      drawContours(restingView(scene).metresPerPixel);
      requestFrame();
    },
    legend: () => legendOf(look, restingView(scene).metresPerPixel),
    rested: drawContours,
    setOutside: ({ imageryUrl, terrainUrl, onTrouble }) => {
      for (const stop of outsideStops) stop();
      outsideStops = [];
      imagery = null;
      if (outsideMesh) drawOwnMesh();
      if (imageryUrl !== null) {
        imagery = addOutsideImagery(layers, imageryUrl, {
          look: imageryLook,
          onTrouble: (reason) => onTrouble({ what: 'imagery', reason }),
          requestFrame,
          place: () => layers.indexOf(near) + 1,
        });
        outsideStops.push(imagery.stop);
      }
      if (terrainUrl !== null) {
        outsideStops.push(
          addOutsideTerrain(terrainUrl, {
            put: (provider) => {
              outsideMesh = true;
              scene.terrainProvider = provider;
              requestFrame();
            },
            takeBack: () => {
              drawOwnMesh();
              requestFrame();
            },
            onTrouble: (reason) => onTrouble({ what: 'terrain', reason }),
          }),
        );
      }
    },
    setImageryLook: (next) => {
      imageryLook = next;
      imagery?.setLook(next);
    },
    isMeshFromOutside: () => outsideMesh,
    stop: () => {
      for (const stop of outsideStops) stop();
      relief.stop();
    },
  };
}
