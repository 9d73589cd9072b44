// 我的会话: where the user is logged in; each session, or all others at once, can be ended.
import { CallFailed } from '@lookout/client';
import { formatTime } from '@lookout/contract';
import type { OwnSession } from '@lookout/features/auth/own-account.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Popconfirm, Tag } from 'antd';
import { QueryResult } from '../QueryResult.tsx';
import { useClient } from '../services.ts';
import { useSharedMessages } from '../text/messages.ts';
import { browserOf } from './browser-name.ts';
import { useAccountMessages } from './messages.ts';
import './account.css';

export const OWN_SESSIONS = ['own-sessions'];

export function OwnSessions() {
  const { sessions: messages } = useAccountMessages();
  const client = useClient();
  const queries = useQueryClient();
  const { message } = App.useApp();
  const query = useQuery({ queryKey: OWN_SESSIONS, queryFn: () => client.auth.ownSessions({ silent: true }) });

  /** Failures are shown by the interceptor. The list is refetched either way, because the session may have ended already. */
  const ending = async (end: () => Promise<string>): Promise<void> => {
    try {
      void message.success(await end());
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
    }
    await queries.invalidateQueries({ queryKey: OWN_SESSIONS });
  };
  const endOne = ({ id }: OwnSession) =>
    ending(async () => {
      await client.auth.endOwnSession({ body: { id } });
      return messages.ended;
    });
  const endOthers = () =>
    ending(async () => {
      const { ended } = await client.auth.endOtherSessions();
      return messages.endedOthers(ended);
    });

  return (
    <QueryResult query={query} isEmpty={(rows) => rows.length === 0} empty={messages.empty}>
      {(rows) => (
        <div className="stack account-part">
          <ul className="account-sessions">
            {rows.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => void endOne(session)} />
            ))}
          </ul>
          {rows.length === 1 ? (
            <p className="second">{messages.onlyThis}</p>
          ) : (
            <Popconfirm title={messages.endOthersAsk(rows.length - 1)} onConfirm={() => void endOthers()}>
              <Button danger>{messages.endOthers}</Button>
            </Popconfirm>
          )}
        </div>
      )}
    </QueryResult>
  );
}

function SessionRow({ session, onEnd }: { readonly session: OwnSession; readonly onEnd: () => void }) {
  const { sessions: messages } = useAccountMessages();
  const shared = useSharedMessages();
  const { createdAt, usedAt, address, userAgent, way, isThis } = session;
  return (
    <li className="line">
      <div className="gap">
        <div className="line">
          <strong>{browserOf(userAgent) ?? messages.unknownBrowser}</strong>
          <span className="tabular">{address ?? shared.common.unknown}</span>
          {isThis && <Tag color="processing">{messages.isThis}</Tag>}
        </div>
        <div className="second tabular">{messages.when(formatTime(createdAt), formatTime(usedAt), messages.ways[way])}</div>
      </div>
      {!isThis && (
        <Popconfirm title={messages.endAsk} onConfirm={onEnd}>
          <Button size="small">{messages.end}</Button>
        </Popconfirm>
      )}
    </li>
  );
}
