// In the corner of the map: ground that is made up is labelled so; an outside server that does not answer, and resources that were too
// many to draw, are said.
import type { Globe } from '@lookout/map';
import { useSyncExternalStore } from 'react';
import { useGroundFacts } from './ground-wiring.ts';
import { MOST_IN_VIEW, useResourceBook } from './places/resource-book.ts';
import { useGlobeWords } from './words.ts';

export function GroundNote({ globe }: { readonly globe: Globe }) {
  const { terrain, silent } = useGroundFacts(globe);
  const resources = useResourceBook();
  const isCut = useSyncExternalStore(resources.subscribe, resources.isCut);
  const words = useGlobeWords();
  const demo = {
    demo: { text: words.demoTerrain, hint: words.demoTerrainHint },
    mixed: { text: words.mixedTerrain, hint: words.mixedTerrainHint },
    imported: null,
    none: null,
  }[terrain?.origin ?? 'none'];
  return (
    <div className="map-notes stack" role="status">
      {isCut && <p data-kind="trouble">{words.cutResources(MOST_IN_VIEW)}</p>}
      {silent.map((what) => (
        <p key={what} data-kind="trouble">
          {words.silentGround[what]}
        </p>
      ))}
      {demo && (
        <p data-kind="demo" title={demo.hint}>
          {demo.text}
        </p>
      )}
    </div>
  );
}
