// The question, the officer's searches, and the chosen places of one of them.
import { COVERS_MAP } from '@lookout/web/globe/covered.ts';
import { QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { useUrlState } from '@lookout/web/shared/url-state.ts';
import { useCall } from '@lookout/web/shared/use-call.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import type { CandidatePlace } from '../site.ts';
import { useSiteMessages } from './messages.ts';
import { QuestionForm } from './QuestionForm.tsx';
import { SearchList } from './SearchList.tsx';
import { SearchResult } from './SearchResult.tsx';
import { isUnfinished, SEARCHES } from './searches.ts';
import { useSitesOnGlobe } from './use-sites-on-globe.ts';

const POLL_MS = 1_000;

export function SitesPanel() {
  const messages = useSiteMessages();
  const client = useClient();
  const url = useUrlState();
  const [places, setPlaces] = useState<readonly CandidatePlace[]>([]);
  const searches = useCall(
    SEARCHES,
    client.site.siteSearches,
    { occasion: 'background' },
    { refetchInterval: ({ state }) => (state.data?.some(isUnfinished) ? POLL_MS : false) },
  );
  const shown = searches.data?.find(({ id }) => id === url.get('search')) ?? searches.data?.[0] ?? null;
  useSitesOnGlobe(places, shown?.result?.chosen ?? []);
  return (
    <aside {...COVERS_MAP} className="sites-panel side-panel panel" aria-label={messages.title}>
      <header>
        <h2>{messages.title}</h2>
        <p className="hint">
          {messages.lead} <Link to="/manage/coverage">{messages.coverage}</Link>
        </p>
      </header>
      <QuestionForm places={places} onPlaces={setPlaces} onBegun={(id) => url.set({ search: id })} />
      <section aria-label={messages.searches} className="sites-searches stack">
        <h3>{messages.searches}</h3>
        <QueryResult
          query={searches}
          isEmpty={(rows) => rows.length === 0}
          empty={{ title: messages.noSearches, hint: messages.noSearchesHint }}
        >
          {(rows) => (
            <>
              <SearchList searches={rows} shownId={shown?.id ?? null} onShow={(id) => url.set({ search: id })} />
              {shown && <SearchResult key={shown.id} search={shown} />}
            </>
          )}
        </QueryResult>
      </section>
    </aside>
  );
}
