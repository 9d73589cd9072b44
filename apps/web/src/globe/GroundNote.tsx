// In the corner of the map: ground that is made up is labelled so; an outside server that does not answer, and resources that were too
// many to draw, are said.
import type { Globe } from '@lookout/map';
import { useSyncExternalStore } from 'react';
import { useGroundFacts } from './ground-part.ts';
import { useGlobeMessages } from './messages.ts';
import { MOST_IN_VIEW, useResourceCatalogue } from './places/resource-catalogue.ts';

export function GroundNote({ globe }: { readonly globe: Globe }) {
  const { terrain, silent } = useGroundFacts(globe);
  const resources = useResourceCatalogue();
  const isCut = useSyncExternalStore(resources.subscribe, resources.isCut);
  const messages = useGlobeMessages();
  const demo = {
    demo: { text: messages.demoTerrain, hint: messages.demoTerrainHint },
    mixed: { text: messages.mixedTerrain, hint: messages.mixedTerrainHint },
    imported: null,
    none: null,
  }[terrain?.origin ?? 'none'];
  return (
    <div className="map-notes stack" role="status">
      {isCut && <p data-kind="trouble">{messages.cutResources(MOST_IN_VIEW)}</p>}
      {silent.map((what) => (
        <p key={what} data-kind="trouble">
          {messages.silentGround[what]}
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
