// Orders of the store.
import { listOrdersInfiniteOptions } from '@animal-store/sdk/tanstack-query';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Failure } from './failure.js';
import { MoreButton } from './more-button.js';
import { useSession } from './session.js';

const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

export function Orders() {
  const { store } = useSession();
  const query = useInfiniteQuery(listOrdersInfiniteOptions(store, { limit: 50 }));
  const orders = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section aria-labelledby="orders-heading">
      <div className="heading">
        <h1 id="orders-heading">Orders</h1>
      </div>
      <p role="status" className="note">
        {query.isPending && 'Loading the orders …'}
        {query.isSuccess && `${orders.length} orders`}
      </p>
      <table aria-labelledby="orders-heading" aria-busy={query.isPending}>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Quantity</th>
            <th scope="col">Ships</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {orders.map(({ id, quantity, shipDate, complete }) => (
            <tr key={id}>
              <th scope="row">{id}</th>
              <td>{quantity}</td>
              <td>{shipDate ? DATE.format(new Date(shipDate)) : '–'}</td>
              <td>
                <span className={`status ${complete ? 'available' : 'pending'}`}>
                  {complete ? 'Complete' : 'Open'}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Failure error={query.error} onRetry={() => void query.refetch()} />
      <MoreButton query={query}>More orders</MoreButton>
    </section>
  );
}
