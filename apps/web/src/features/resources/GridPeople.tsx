// The people of a grid and of those below it: its officers, and its rangers with their last contact.
import { isRangerOnline, type ListedRanger } from '@lookout/domain';
import { useQuery } from '@tanstack/react-query';
import { Drawer, Table } from 'antd';
import { Link } from 'react-router';
import { QueryResult } from '../../shared/QueryResult.tsx';
import { useClient, useRight, useServices } from '../../shared/services.ts';
import { dayAndMinute } from '../../shared/time-text.ts';
import { type ResourcesMessages, useResourcesMessages } from './messages.ts';

interface Person {
  readonly id: string;
  readonly fullName: string;
  readonly gridName: string;
}

interface People {
  readonly officers: readonly Person[];
  readonly rangers: readonly ListedRanger[];
}

interface Props {
  readonly grid: { readonly no: string; readonly name: string };
  readonly onClose: () => void;
}

export function GridPeople({ grid, onClose }: Props) {
  const messages = useResourcesMessages();
  const client = useClient();
  const seesRangers = useRight('see-rangers');
  const people = useQuery({
    queryKey: ['grid-people', grid.no, seesRangers],
    queryFn: async ({ signal }): Promise<People> => {
      const asked = { gridNo: grid.no };
      const [accounts, rangers] = await Promise.all([
        client.auth.userList({ body: asked, silent: true, signal }),
        seesRangers ? client.rangers.rangerList({ body: asked, silent: true, signal }) : [],
      ]);
      const walking = new Set(rangers.map(({ userId }) => userId));
      return { officers: accounts.filter(({ id }) => !walking.has(id)), rangers };
    },
  });
  return (
    <Drawer open size={560} title={messages.people.title(grid.name)} onClose={onClose}>
      <QueryResult query={people} isEmpty={({ officers, rangers }) => officers.length + rangers.length === 0} empty={messages.people.none}>
        {({ officers, rangers }) => (
          <>
            <h3>{messages.people.officers(officers.length)}</h3>
            <Officers people={officers} messages={messages} />
            {seesRangers && (
              <>
                <h3>{messages.people.rangers(rangers.length)}</h3>
                <Rangers people={rangers} messages={messages} />
                <Link className="link-button" to={`/manage/ranger?grid=${grid.no}`}>
                  {messages.people.toRangers}
                </Link>
              </>
            )}
          </>
        )}
      </QueryResult>
    </Drawer>
  );
}

interface PeopleProps<P> {
  readonly people: readonly P[];
  readonly messages: ResourcesMessages;
}

const paging = { pageSize: 20, hideOnSinglePage: true, showSizeChanger: false } as const;

const Officers = ({ people, messages: { people: words } }: PeopleProps<Person>) => (
  <Table<Person>
    size="small"
    rowKey={({ id }) => id}
    dataSource={[...people]}
    pagination={paging}
    locale={{ emptyText: words.noOfficers }}
    columns={[
      { key: 'name', dataIndex: 'fullName', title: words.name },
      { key: 'grid', dataIndex: 'gridName', title: words.grid },
    ]}
  />
);

function Rangers({ people, messages: { people: words } }: PeopleProps<ListedRanger>) {
  const { now } = useServices();
  const at = new Date(now());
  const contactOf = ({ last }: ListedRanger) =>
    last === null ? words.never : `${dayAndMinute(last.at)} ${isRangerOnline(last.at, at) ? words.online : words.offline}`;
  return (
    <Table<ListedRanger>
      size="small"
      rowKey={({ userId }) => userId}
      dataSource={[...people]}
      pagination={paging}
      locale={{ emptyText: words.noRangers }}
      columns={[
        { key: 'name', dataIndex: 'fullName', title: words.name },
        { key: 'grid', dataIndex: 'gridName', title: words.grid },
        {
          key: 'phone',
          title: words.phone,
          className: 'tabular',
          render: (_, { phone }) => (phone === null ? '—' : <a href={`tel:${phone}`}>{phone}</a>),
        },
        { key: 'contact', title: words.contact, className: 'tabular', render: (_, ranger) => contactOf(ranger) },
      ]}
    />
  );
}
