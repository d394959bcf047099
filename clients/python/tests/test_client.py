"""The client against a running service: OFFERSTREAM_ADDRESS, OFFERSTREAM_KEY, and RETRY_ADDRESS,
where nothing listens."""

import os
import time
import unittest

from offerstream import OfferstreamError, RetryPolicy, connect
from offerstream.retry import retry_delay

ADDRESS = os.environ["OFFERSTREAM_ADDRESS"]
KEY = os.environ["OFFERSTREAM_KEY"]


def offered(client):
    """A product with offers, and the id of its first; they come in while the demo fills."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        for product in client.catalog.search_products(q="RC0603", in_stock=True, limit=5).items:
            offers = client.offers.get_offers(canonical_id=product.id).items
            if offers:
                return product, offers[0].id
        time.sleep(0.1)
    raise AssertionError("no offers came in")


class RunningService(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.client = connect(ADDRESS, api_key=KEY)
        cls.product, cls.offer_id = offered(cls.client)

    @classmethod
    def tearDownClass(cls):
        cls.client.close()

    def test_reads_products_and_prices(self):
        read = self.client.catalog.get_product(id=self.product.id, facts=True)
        self.assertEqual((read.id, read.mpn), (self.product.id, self.product.mpn))
        price = self.client.pricing.calculate_price(offer_id=self.offer_id, quantity=100)
        self.assertEqual(price.requested_quantity, 100)
        self.assertGreater(float(price.final_price_decimal), 0)

    def test_streams_and_ends_with_its_reader(self):
        seen = []
        for product in self.client.catalog.stream_products():
            seen.append(product.id)
            if len(seen) == 20:
                break
        self.assertEqual(len(set(seen)), 20)

    def test_prices_a_stream_of_requests(self):
        requests = ({"offer_id": self.offer_id, "quantity": each} for each in (1, -5, 100))
        prices = list(self.client.pricing.bulk_calculate_price(requests))
        self.assertEqual([price.item_error.code for price in prices], ["", "INVALID_ARGUMENT", ""])

    def test_matches_parts(self):
        items = [{"reference": "a", "mpn": self.product.mpn}, {"reference": "b", "mpn": "none 4711"}]
        found = {each.reference: each for each in self.client.catalog.match_parts(items=items)}
        self.assertEqual(found["a"].product.id, self.product.id)
        self.assertEqual(found["b"].status, "unresolved")

    def test_carries_an_estimate_from_its_lines_to_its_file(self):
        lines = [{"raw_text": self.product.mpn, "quantity": 25}]
        estimates = self.client.estimates
        begun = estimates.build_estimate(lines=lines, idempotency_key="carried")
        again = estimates.build_estimate(lines=lines, idempotency_key="carried")
        self.assertEqual(begun.id, again.id)
        versions = list(estimates.watch_estimate(estimate_id=begun.id, until_ready=True))
        self.assertEqual(versions[-1].status, "ready")
        exported = estimates.export_estimate(estimate_id=begun.id, format="csv")
        self.assertIn(self.product.mpn, exported.content.decode())
        estimates.delete_estimate(estimate_id=begun.id)
        with self.assertRaises(OfferstreamError) as raised:
            estimates.get_estimate(estimate_id=begun.id)
        self.assertEqual((raised.exception.code, raised.exception.reason), ("NOT_FOUND",) * 2)
        self.assertNotEqual(raised.exception.correlation_id, "")

    def test_watches_a_job_to_its_end(self):
        target = {"offer_id": self.offer_id}
        begun = self.client.enrichment.request_enrichment(type="refresh_observation", target=target)
        *_, last = self.client.enrichment.watch_job(job_id=begun.id)
        self.assertEqual((last.id, last.status), (begun.id, "completed"))

    def test_names_the_fields_of_a_bad_request(self):
        with self.assertRaises(OfferstreamError) as raised:
            self.client.pricing.calculate_price(offer_id=self.offer_id, quantity=-1)
        self.assertEqual([each.field for each in raised.exception.violations], ["quantity"])


class ServiceFarAway(unittest.TestCase):
    def test_is_reached_although_a_connection_takes_long_to_open(self):
        with connect(os.environ["SLOW_ADDRESS"], api_key=KEY, retry=RetryPolicy(attempts=1)) as client:
            self.assertTrue(client.catalog.search_products(q="RC0603").items)


class NoService(unittest.TestCase):
    def test_says_that_it_is_away_after_its_tries(self):
        retry = RetryPolicy(attempts=2, base_seconds=0.01, max_seconds=0.01)
        with connect(os.environ["RETRY_ADDRESS"], api_key=KEY, retry=retry) as client:
            with self.assertRaises(OfferstreamError) as raised:
                client.catalog.get_product(id="x")
        self.assertEqual(raised.exception.code, "UNAVAILABLE")


class Retries(unittest.TestCase):
    def test_waits_as_the_service_says_and_longer_from_try_to_try(self):
        away = OfferstreamError("", code="UNAVAILABLE")
        delays = [retry_delay(RetryPolicy(max_seconds=1.0), each, away, 1.0) for each in (1, 2, 3, 4)]
        self.assertEqual(delays, [0.2, 0.4, 0.8, 1.0])
        busy = OfferstreamError("", code="RESOURCE_EXHAUSTED", retry_after=3.0)
        self.assertAlmostEqual(retry_delay(RetryPolicy(), 1, busy, 0.0), 3.1)
        self.assertIsNone(retry_delay(RetryPolicy(), 5, away, 0.5))
        self.assertIsNone(retry_delay(RetryPolicy(), 1, OfferstreamError("", code="NOT_FOUND"), 0.5))


if __name__ == "__main__":
    unittest.main()
