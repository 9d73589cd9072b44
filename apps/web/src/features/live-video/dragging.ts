/** What is dragged to a tile, from the tree or from another tile: a camera's id under a name of its own, so that nothing else can be dropped. */
export const DRAGGED = 'application/x-lookout-camera';

export function drag(data: Pick<DataTransfer, 'setData' | 'effectAllowed'>, cameraId: string): void {
  data.setData(DRAGGED, cameraId);
  data.effectAllowed = 'copyMove';
}

export const cameraOf = (data: Pick<DataTransfer, 'getData'>): string | null => data.getData(DRAGGED) || null;
