"""Scripts that measure the app and print what they find; `python -m benchmarks` lists them. No test fails on speed."""
